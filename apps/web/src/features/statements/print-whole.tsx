import { Printer } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { usePrintWhole, type ReadPages } from './use-print-whole.ts'

/** Prints a statement with all its lines, which are read first. */
export function PrintWhole({ lists }: { readonly lists: readonly ReadPages[] }) {
  const whole = usePrintWhole(lists)
  return (
    <Button icon={<Printer aria-hidden />} isPending={whole.isAsked} onPress={whole.print}>
      Print
    </Button>
  )
}
