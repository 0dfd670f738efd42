/** Code that the form needs only after the first touch, in a chunk of its own. */
export { AskDialog } from './native-dialog.tsx'
export { PendingOrder } from './pending-order.tsx'
export { PersonCards, SumOfPeople } from './person-cards.tsx'
