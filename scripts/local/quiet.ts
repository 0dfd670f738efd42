/** Environment of tools: no questions, no telemetry, no network. */
export const quiet = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
}

/** For tools that share this console: errors only. */
export const quietest = { ...quiet, WRANGLER_LOG: 'error' }
