// `npm test` is what every change has to pass, in some ten minutes on a machine of two cores: the rules,
// the API and the main stories in a browser. `npm run test:all` runs everything, before a release. A file
// about a rule or a call belongs to the gate unless it is named here, a story of the browser only when it is.

/** Set by `npm test`. */
export const isGate = process.env.GATE === 'yes'

/** What takes long by itself. */
export const beyondTheGate = [
  // Components, each pressed and typed into without a server; the stories below walk the same pages. The
  // figures of the fees and the reading of a statement have no other test: they stay in the gate.
  'tests/web/{lib,ui}/**',
  'tests/web/!(billing-figures|statement-cases|statement-matching|statement-reading).test.tsx',
  // Whole commands, run as people run them.
  'tests/operations/{archive,commands,deploy,empty-guild}.test.ts',
  // Told at random, or every fault in turn; `npm run soak` tells more of them.
  'tests/api/{check-in-machine,faults,fuzz,ledger-stories,payment-machine}.test.ts',
  'tests/api/{costume-history,history-undo,imports-dirty,merges-random,over-time}.test.ts',
  'tests/domain/{old-data,outbox-sender}.test.ts',
  // Over a whole guild, or over many rounds of waiting.
  'tests/api/{fairness,strangers,guild-archive,prepared-statistics,retention}.test.ts',
  'tests/api/{assembly-list,assembly-report,home-cockpit}.test.ts',
  'tests/api/{order-troubles,provider-orders,stalled-reads}.test.ts',
  'tests/domain/scanner.test.ts',
]

/** The public and the helpers in the street have a phone in their hand, the office sits at a desk. */
export const storiesOfTheGate = {
  server: [],
  noscript: ['noscript.spec.ts'],
  phone: [
    'check-in.spec.ts',
    'enrolment.spec.ts',
    'family.spec.ts',
    'my-order.spec.ts',
    'public-page.spec.ts',
    'saturday.spec.ts',
  ],
  desktop: [
    'accessible.spec.ts',
    'account.spec.ts',
    'billing.spec.ts',
    'history.spec.ts',
    'orders.spec.ts',
    'search.spec.ts',
  ],
}

/** One of each shape: a list, a form, somebody's page, figures, a sheet, the street. */
export const screensOfTheGate = [
  'sign-in',
  'enrolment',
  'home-management',
  'members',
  'member-create',
  'parades',
  'check-in',
  'statistics',
  'assembly',
  'membership-fees',
  'orders',
  'settings',
]
