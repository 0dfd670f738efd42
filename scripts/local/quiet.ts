/** What the tools are told: no questions, no reports to their makers, no network. */
export const quiet = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
}

/** For what shares our console: only what went wrong. */
export const quietest = { ...quiet, WRANGLER_LOG: 'error' }
