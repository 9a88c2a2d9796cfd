interface SourceEquivalent {
  /** Changes by their name (instrument.ts). */
  readonly names: readonly string[]
  /** Why nothing can notice them. */
  readonly why: string
}

/** Changes of the source that leave the machines as they are. Each says why. */
export const SOURCE_EQUIVALENTS: readonly SourceEquivalent[] = [
  {
    names: ['status/judge.ts target: 1: 1 → 2'],
    why: 'the target of a child that is to follow its parent need only be above nothing',
  },
  {
    names: ["session/session.routes.ts path.split('?', 1): 1 → 2"],
    why: 'only the first part is taken',
  },
  {
    names: [
      "session/session.setup.ts context.hasToken && 'path' in event && !isPublicPath(event.p…: without !isPublicPath(event.path)",
    ],
    why: 'a public path is taken by the alternative before',
  },
]
