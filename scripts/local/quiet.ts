/** Environment of tools: no questions, no telemetry, no network. */
export const quiet = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
}

/** The environment of tools that share this console: they print errors only. */
export const quietest = { ...quiet, WRANGLER_LOG: 'error' }
