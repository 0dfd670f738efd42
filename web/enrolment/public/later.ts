/** What the form needs after the first touch only: a chunk of its own. */
export { AskDialog } from './native-dialog.tsx'
export { PendingOrder } from './pending-order.tsx'
export { People, SumOfPeople } from './people.tsx'
