import { createFileRoute } from '@tanstack/react-router'
import { SupplierQuality } from '#features/scorecards/supplier-quality.tsx'
import { SupplierScreen } from '#features/suppliers/supplier-screen.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { idFrom } from '#app/paths.ts'

export const Route = createFileRoute('/_desk/suppliers/$supplierId')({ beforeLoad: onlyForDesk, component: Page })

const quality = (supplierId: number) => <SupplierQuality supplierId={supplierId} />

function Page() {
  const { supplierId } = Route.useParams()
  const id = idFrom(supplierId)
  return id === null ? <NotFound /> : <SupplierScreen key={id} id={id} quality={quality} />
}
