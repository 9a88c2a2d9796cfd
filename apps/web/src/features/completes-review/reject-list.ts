import { reasonOfRules, type FlaggedComplete } from '@desk/schema/defender/review'

/** The reason that a confirmed complete is rejected for: what the last reviewer gave, else that of its rules. */
const reasonOf = ({ decisions, verdicts }: FlaggedComplete): number =>
  decisions.findLast(({ decision }) => decision === 'confirmed')?.reason_code ??
  reasonOfRules(verdicts.map(({ rule }) => rule))

/** Confirmed completes that are not rejected yet, as the rows of a reconciliation (settlement.md §1). */
export function rejectList(completes: readonly FlaggedComplete[]): string {
  return completes
    .flatMap(complete =>
      complete.state === 'confirmed' && complete.code !== 50 ? [`${complete.rdud},${reasonOf(complete)}`] : [],
    )
    .join('\n')
}

/** The projects of these completes, each once, with how many it has. */
export function projectsOf(
  completes: readonly FlaggedComplete[],
): readonly { readonly id: number; readonly name: string; readonly count: number }[] {
  const found = new Map<number, { id: number; name: string; count: number }>()
  for (const { pm_proj_ud: id, project_name: name } of completes)
    found.set(id, { id, name, count: (found.get(id)?.count ?? 0) + 1 })
  return [...found.values()]
}
