/** Code that the page needs only after the first touch, in a chunk of its own. */
export { LinkAgain } from './link-again.tsx'
export { AskDialog } from './native-dialog.tsx'
export { PendingOrder } from './pending-order.tsx'
export { PersonCards, SumOfPeople } from './person-cards.tsx'
