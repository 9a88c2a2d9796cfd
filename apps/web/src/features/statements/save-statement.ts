import type { StatementFormat } from '@desk/schema/statements/statement'
import { useMutation } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { saveFile } from '#runtime/save-file.ts'
import { scopeOf, type Side } from './sides.ts'
import { fileName, outcomesFileName } from './statement-words.ts'

/** The media type of CSV; a workbook's comes with it. */
export const CSV = 'text/csv;charset=utf-8'

/** Which file of which statement. */
export interface StatementFile {
  readonly side: Side
  readonly month: string
  /** Null: of those without a supplier, or without a business unit. */
  readonly id: number | null
  readonly format: StatementFormat
}

/** Saves a file of a closed statement: the signed CSV, or its unsigned copy. */
export function useSaveStatement() {
  const { api } = useDesk()
  return useMutation({
    mutationFn: async ({ side, month, id, format }: StatementFile) => {
      const content =
        side === 'supplier'
          ? await api.call('statements.file', {
              params: { month },
              query: { format, ...(id === null ? {} : { supplier: id }) },
            })
          : await api.call('sellStatements.file', {
              params: { month },
              query: { of: scopeOf(side), format, ...(id === null ? {} : { id }) },
            })
      saveFile(fileName(side, month, id, format), content, CSV)
    },
  })
}

/** Saves what reconciliations of a month said of a supplier's respondents, signed. */
export function useSaveOutcomes() {
  const desk = useDesk()
  return useMutation({
    mutationFn: async ({ month, supplier }: { readonly month: string; readonly supplier: number }) => {
      const text = await desk.api.call('statements.outcomes', { query: { supplier, month } })
      saveFile(outcomesFileName(month, supplier), text, CSV)
    },
  })
}
