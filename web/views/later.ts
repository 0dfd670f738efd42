// The dialogs of a view, with the library of forms that no list needs before.
export { RenameViewDialog } from './rename-view-dialog.tsx'
export { SaveViewDialog } from './save-view-dialog.tsx'
