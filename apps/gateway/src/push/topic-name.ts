/** The subject of a topic. */
export type TopicSubject =
  | { readonly kind: 'projects' | 'sources' }
  | { readonly kind: 'project' | 'survey'; readonly id: number }
  | { readonly kind: 'hours'; readonly scope: 'project' | 'survey'; readonly id: number }

/**
 * Reads a topic's name.
 * @param topic as `Topic` of the schema has it
 */
export function subjectOf(topic: string): TopicSubject {
  const [kind, second, third] = topic.split(':')
  if (kind === 'projects' || kind === 'sources') return { kind }
  if (kind === 'project' || kind === 'survey') return { kind, id: Number(second) }
  return { kind: 'hours', scope: second === 'project' ? 'project' : 'survey', id: Number(third) }
}
