// Radix' overlays in one chunk, loaded on demand (overlays.tsx).
export { Dialog, DropdownMenu, Popover, Tooltip } from 'radix-ui'
