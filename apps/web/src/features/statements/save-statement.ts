import { useMutation } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { fileName, outcomesFileName } from './statement-words.ts'

/** Saves the signed file of a closed statement. */
export function useSaveStatement() {
  const desk = useDesk()
  return useMutation({
    mutationFn: async ({ month, supplier }: { readonly month: string; readonly supplier: number | null }) => {
      const query = supplier === null ? {} : { supplier }
      const text = await desk.api.call('statements.file', { params: { month }, query })
      saveFile(fileName(month, supplier), text, 'text/csv;charset=utf-8')
    },
  })
}

/** Saves what reconciliations of a month said of a supplier's respondents, signed. */
export function useSaveOutcomes() {
  const desk = useDesk()
  return useMutation({
    mutationFn: async ({ month, supplier }: { readonly month: string; readonly supplier: number }) => {
      const text = await desk.api.call('statements.outcomes', { query: { supplier, month } })
      saveFile(outcomesFileName(month, supplier), text, 'text/csv;charset=utf-8')
    },
  })
}
