import { ShieldCheck } from 'lucide-react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { openControlCentre, type ControlCentreOf } from './control-centre-request.ts'

/** Opens the Defender control centre of a project or a survey (§2.44), for users who may use it. */
export function ControlCentreButton({ of }: { readonly of: ControlCentreOf }) {
  const me = useUser()
  const endpoint = of.scope === 'project' ? 'defender.setForProject' : 'defender.setForSurvey'
  return me === null || !mayCall(me, endpoint) ? null : (
    <IconButton label="Defender" size="small" onPress={() => openControlCentre(of)}>
      <ShieldCheck aria-hidden />
    </IconButton>
  )
}
