import { useSingleKeys } from '#runtime/hooks/use-single-key.ts'
import { Switch } from '#ui/switch.tsx'

/** Turns off the shortcuts without Ctrl or Alt (WCAG 2.1.4). */
export function SingleKeysSwitch() {
  const [isOn, setOn] = useSingleKeys()
  return (
    <Switch isSelected={isOn} onChange={setOn} description="J, K and ? act without Ctrl or Alt">
      Single keys
    </Switch>
  )
}
