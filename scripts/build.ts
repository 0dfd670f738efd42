// npm run build: the app and the worker, then the public pages, all into BUILD_DIR.

import { createBuilder } from 'vite'
import { pageBuild, templates } from './page-build.ts'

const staff = await createBuilder({ logLevel: 'warn' }, null)
await staff.buildApp()
for (const template of templates) {
  const page = await createBuilder(pageBuild(template), null)
  await page.buildApp()
}
