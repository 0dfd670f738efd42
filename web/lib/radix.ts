// What opens over a page, in one file that is loaded when it is needed (overlays.tsx).
export { Dialog, DropdownMenu, Popover, Tooltip } from 'radix-ui'
