import type { AnswerItem, AnswerPart } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'

/** A name that a tool gave, with the screen of what it names. */
interface QuotableName {
  readonly text: string
  readonly link: string | null
}

/** The results of an answer's tools, each by the reference under which a model quotes it. */
export class Quotables {
  readonly #figures = new Map<string, FigureToken>()
  readonly #names = new Map<string, QuotableName>()
  readonly #times = new Map<string, string>()
  readonly #results = new Map<string, readonly AnswerPart[]>()

  get figures(): readonly FigureToken[] {
    return [...this.#figures.values()]
  }

  get names(): readonly QuotableName[] {
    return [...this.#names.values()]
  }

  figure(reference: string): FigureToken | undefined {
    return this.#figures.get(reference)
  }

  name(reference: string): QuotableName | undefined {
    return this.#names.get(reference)
  }

  time(reference: string): string | undefined {
    return this.#times.get(reference)
  }

  result(reference: string): readonly AnswerPart[] | undefined {
    return this.#results.get(reference)
  }

  /** Takes up the result of a call, and gives it as a model reads it. */
  add(parts: readonly AnswerPart[]): { readonly reference: string; readonly parts: readonly object[] } {
    const reference = `r${this.#results.size + 1}`
    this.#results.set(reference, parts)
    return { reference, parts: parts.map(part => this.#shown(part)) }
  }

  #shown(part: AnswerPart): object {
    if (part.kind === 'figure') return this.#shownFigure(part.figure)
    if (part.kind === 'list')
      return { lines: part.items.map(item => this.#shownItem(item)), ...(part.has_more ? { has_more: true } : {}) }
    return { text: part.kind === 'text' ? part.text : '' }
  }

  #shownItem({ title, detail, at, link, figures }: AnswerItem): object {
    return {
      name: this.#named({ text: title, link }),
      title,
      ...(detail === null ? {} : { detail_name: this.#named({ text: detail, link: null }), detail }),
      ...(at === null ? {} : { time: this.#timed(at), at }),
      ...(figures.length === 0 ? {} : { figures: figures.map(figure => this.#shownFigure(figure)) }),
    }
  }

  #shownFigure(figure: FigureToken): object {
    this.#figures.set(figure.figure_id, figure)
    const { figure_id: reference, label, value, unknown, unit, scope, range } = figure
    return {
      figure: reference,
      label,
      value,
      ...(unknown === undefined ? {} : { unknown }),
      unit,
      of: { name: this.#named({ text: scope.name, link: null }), scope: scope.scope, id: scope.id, title: scope.name },
      ...(range === null ? {} : { range }),
    }
  }

  #named(name: QuotableName): string {
    for (const [reference, { text, link }] of this.#names)
      if (text === name.text && (link === name.link || name.link === null)) return reference
    const reference = `n${this.#names.size + 1}`
    this.#names.set(reference, name)
    return reference
  }

  #timed(at: string): string {
    const reference = `t${this.#times.size + 1}`
    this.#times.set(reference, at)
    return reference
  }
}
