import { useId, useState } from 'react'
import { chooseSharedDevice, isSharedDevice } from '#web/lib/shared-device.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** The checkbox "Dieses Gerät benutzen mehrere"; the choice is stored on the device. */
export function SharedDeviceChoice() {
  const id = useId()
  const [isShared, setShared] = useState(isSharedDevice)
  return (
    <div>
      <Checkbox
        checked={isShared}
        aria-describedby={id}
        onChange={({ target }) => {
          chooseSharedDevice(target.checked)
          setShared(target.checked)
        }}
      >
        Dieses Gerät benutzen mehrere
      </Checkbox>
      <p id={id} className="ms-7.5 text-muted-foreground text-xs max-md:text-sm">
        Dann wird nach 15 Minuten ohne Eingabe wieder nach Passkey oder Passwort gefragt.
      </p>
    </div>
  )
}
