/**
 * Set by `npm test` and `npm run check`, the tests that every change has to pass: without the files `*.long.test.ts`, and
 * in the browser the tests with a tag of the gate (playwright.config.ts). `npm run test:all` runs every test.
 */
export const isGate = process.env.GATE === 'yes'
