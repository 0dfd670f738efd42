// The process behind `npm start`: serves the built worker directly in the platform's runtime. Arguments: the
// built wrangler.json and the port.

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { paymentVars } from './payment-vars.ts'
import { configPath, stateDir } from './project.ts'

const [builtConfig = '', port] = process.argv.slice(2)
const inspectorPort = process.env.INSPECTOR_PORT

const runtime = new Miniflare(
  convertV4MiniflareOptions({
    host: 'localhost',
    port: Number(port),
    // The folder of the database, which wrangler and `withLocalDatabase` use as well.
    resourcePersistencePath: join(stateDir, 'v3'),
    unsafeTriggerHandlers: true,
    // At the inspector, the benchmark reads the memory of each isolate.
    ...(inspectorPort && { inspectorPort: Number(inspectorPort) }),
    cf: false,
    logRequests: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.WARN),
    handleStructuredLogs: ({ level, message }) => level === 'error' && console.error(message),
    workers: [builtWorker(builtConfig)],
  }),
)
await runtime.ready

function builtWorker(config: string) {
  const { workerOptions, main = '' } = unstable_getMiniflareWorkerOptions({
    ...unstable_readConfig({ config }),
    // Reads the secrets beside wrangler.toml, not the copy made by the build.
    userConfigPath: configPath,
  })
  const { modulesRules: _, bindings, ...options } = workerOptions
  const modulesRoot = dirname(main)
  return {
    ...options,
    bindings: { ...Object(bindings), ...paymentVars(process.env) },
    modulesRoot,
    // Names every file: with the entry alone, the first dynamic import would fail.
    modules: scriptsOf(modulesRoot, main).map((path) => ({ type: 'ESModule' as const, path })),
  }
}

/** The built scripts, the entry first. */
function scriptsOf(folder: string, main: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((file) => file.endsWith('.js')).map((file) => join(folder, file))
  return [main, ...scripts.filter((path) => path !== main)]
}
