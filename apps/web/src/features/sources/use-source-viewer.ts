import { may } from '@desk/schema/permissions/permissions'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { useMemo } from 'react'
import type { BulkKind } from '#kit/bulk/bulk-rows.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'

/** The user's rights in a table of sources. */
export interface SourceViewer {
  readonly view: StreamViewType
  readonly seesSuppliers: boolean
  readonly mayEdit: boolean
  readonly mayPrice: boolean
  /** The fields of several sources that this view may set together. */
  readonly bulkKinds: readonly BulkKind[]
}

const NO_VIEWER: SourceViewer = {
  view: 'external',
  seesSuppliers: false,
  mayEdit: false,
  mayPrice: false,
  bulkKinds: [],
}

/** The user as a viewer of sources, the same as long as the user is. */
export function useSourceViewer(): SourceViewer {
  const me = useUser()
  return useMemo(
    () =>
      me === null
        ? NO_VIEWER
        : {
            view: me.streamViewType,
            seesSuppliers: may(me, 'see the supply side'),
            mayEdit: mayCall(me, 'sources.update'),
            mayPrice: mayCall(me, 'sourceSuppliers.price'),
            bulkKinds: may(me, 'see the supply side')
              ? ['status', 'supplyPrice', 'sourceEnd']
              : ['status', 'sourceEnd'],
          },
    [me],
  )
}
