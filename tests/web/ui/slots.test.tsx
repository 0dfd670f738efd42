import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Checkbox, Radio, Switch } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/ui/popover.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'

const nothing = () => {}

// Components name their parts by data-slot, as shadcn's do.
test.each<[string, ReactElement]>([
  ['alert', <Alert key="" tone="info" />],
  ['badge', <Badge key="">neu</Badge>],
  ['button', <Button key="">OK</Button>],
  [
    'card card-header card-title card-content',
    <Card key="">
      <CardHead title="Kleider" />
      <CardBody />
    </Card>,
  ],
  ['empty', <Empty key="" title="Noch nichts" />],
  [
    'field field-label input field-error field-description',
    <Field key="" label="Name" error="Fehlt" help="Vor- und Nachname">
      {(ids) => <Input {...ids} />}
    </Field>,
  ],
  ['textarea', <Textarea key="" aria-label="Kommentar" />],
  ['select', <Select key="" aria-label="Monat" />],
  ['skeleton', <Skeleton key="" />],
  ['checkbox', <Checkbox key="">Ja</Checkbox>],
  ['radio', <Radio key="">Ja</Radio>],
  ['switch', <Switch key="">Ja</Switch>],
  [
    'table table-header table-row table-head table-body table-row table-cell',
    <Table key="">
      <TableHead>
        <TableRow>
          <TableHeadCell>Name</TableHeadCell>
        </TableRow>
      </TableHead>
      <TableBody>
        <TableRow>
          <TableCell>Gruber</TableCell>
        </TableRow>
      </TableBody>
    </Table>,
  ],
  [
    'dialog-overlay dialog-content dialog-header dialog-title dialog-description dialog-footer',
    <Dialog key="" open onOpenChange={nothing} title="Löschen?" description="Gruber" footer="OK" />,
  ],
  [
    'button popover-content',
    <Popover key="" open modal={false}>
      <PopoverTrigger asChild>
        <Button>Filter</Button>
      </PopoverTrigger>
      <PopoverContent title="Filter" />
    </Popover>,
  ],
  [
    'button dropdown-menu-content dropdown-menu-label dropdown-menu-item',
    <DropdownMenu key="" open>
      <DropdownMenuTrigger asChild>
        <Button>Aktionen</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Gruber</DropdownMenuLabel>
        <DropdownMenuItem>Löschen</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>,
  ],
])('A component renders exactly the data-slot attributes "%s"', (slots, piece) => {
  render(piece)
  const found = [...document.querySelectorAll('[data-slot]')].map((one) =>
    one.getAttribute('data-slot'),
  )
  expect(found).toEqual(slots.split(' '))
})

test('A link with the look of a button has the slot "button", which can be overridden', () => {
  render(
    <>
      <Button asChild>
        <a href="/">Zurück</a>
      </Button>
      <Card data-slot="sheet" />
    </>,
  )
  expect(document.querySelector('a')).toHaveAttribute('data-slot', 'button')
  expect(document.querySelector('section')).toHaveAttribute('data-slot', 'sheet')
})
