import { SupplierUses, type Supplier } from '@desk/schema/suppliers/supplier'
import { Schema } from 'effect'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { InUseDialog, usesIn } from '#kit/errors/in-use-dialog.tsx'
import { forgetSuppliers } from './supplier-cache.ts'
import { isolated } from '#ui/format/isolated.ts'

const isUses = Schema.is(SupplierUses)

export interface DeleteSupplierProps {
  readonly supplier: Supplier
  readonly onDeleted: () => void
}

/** Deletes an unused supplier; otherwise names the sources that use it (api:U12). */
export function DeleteSupplier({ supplier: { pm_sup_ud: id, name }, onDeleted }: DeleteSupplierProps) {
  const desk = useDesk()
  const [asks, setAsks] = useState(false)
  const close = () => setAsks(false)
  return (
    <>
      <Button variant="ghost" icon={<Trash2 aria-hidden />} onPress={() => setAsks(true)}>
        Delete
      </Button>
      {asks ? (
        <ConfirmAct
          call="suppliers.remove"
          request={{ params: { id } }}
          question={{
            title: 'Delete supplier',
            lines: [
              `${name} leaves every list, and no source can buy from it any more. Respondents who are still on the way are taken back as before.`,
            ],
            confirmLabel: 'Delete',
            tone: 'danger',
          }}
          doneText={`${name} was deleted`}
          onDone={() => {
            forgetSuppliers(desk.queryClient)
            onDeleted()
          }}
          onClosed={close}
          refusal={failure => {
            const uses = usesIn(failure, isUses)
            return uses === null ? null : <SupplierInUse name={name} uses={uses} onClose={close} />
          }}
        />
      ) : null}
    </>
  )
}

interface SupplierInUseProps {
  readonly name: string
  readonly uses: SupplierUses
  readonly onClose: () => void
}

function SupplierInUse({ name, uses: { count, sources }, onClose }: SupplierInUseProps) {
  const uses = sources.map(({ stmid, name: source, pm_sy_ud, pm_sy_name, pm_proj_ud, pm_proj_name }) => ({
    id: stmid,
    name: `${source} (${stmid})`,
    path: `/projects/${pm_proj_ud}/survey/${pm_sy_ud}/streams`,
    place: `${isolated(pm_proj_name)} / ${isolated(pm_sy_name)}`,
  }))
  return (
    <InUseDialog
      name={name}
      reason={`It cannot be deleted while ${count === 1 ? 'a source buys' : `${count} sources buy`} from it. Take it out of ${count === 1 ? 'that source' : 'them'} first. Sources that have ended are not counted: they keep its name.`}
      lists={[{ label: 'Sources that buy from it', count, uses }]}
      onClose={onClose}
    />
  )
}
