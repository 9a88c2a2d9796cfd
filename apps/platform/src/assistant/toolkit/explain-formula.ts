import { FIGURE_COLUMN_LIST, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { HIDDEN_FROM_EXTERNAL } from '@desk/schema/columns/visible-columns'
import { Effect, Schema } from 'effect'
import { deskTool, ToolRefusal } from './tool.ts'

export const FigureName = Schema.Literals(
  FIGURE_COLUMN_LIST.map(({ id }) => id) as [FigureColumnId, ...FigureColumnId[]], // there are columns
)

/** Says how a figure is calculated, as its column's tooltip does. */
export const explainFormula = deskTool('explain_formula', {
  description: 'Says how a figure is calculated, and how other platforms calculate it.',
  fields: { figure: FigureName },
  run: ({ figure }, { caller }) => {
    const column = FIGURE_COLUMN_LIST.find(({ id }) => id === figure)
    if (column === undefined || (caller.view === 'external' && HIDDEN_FROM_EXTERNAL.has(figure)))
      return Effect.fail(new ToolRefusal({ message: 'Your view does not have this figure.' }))
    const { label, formula, elsewhere = [] } = column
    const text = [`${label}: ${formula}.`, ...elsewhere.map(other => `${other}.`)].join(' ')
    return Effect.succeed({
      summary: `How ${label} is calculated`,
      link: null,
      parts: [{ kind: 'text' as const, text }],
      hasFreeText: false,
    })
  },
})
