import type { AnswerPart, AssistantAnswer, SentToModel } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'

const MODEL = 'llama-3.3-70b'
export const SERVICE = 'models.example.com'
const ASKED_AT = '2026-01-05T15:04:00.000Z'

const figure = (figure_id: string, label: string, value: number, unit: FigureToken['unit']): FigureToken => ({
  figure_id,
  label,
  value,
  unit,
  currency: null,
  scope: { scope: 'project', id: 1, name: 'Streaming habits wave 7' },
  range: null,
  as_of: ASKED_AT,
  position: null,
  formula: null,
  link: '/projects/1',
  tool_call: 0,
})

function answer(number: number, question: string, parts: readonly AnswerPart[], own: Partial<AssistantAnswer> = {}) {
  return {
    conversation_id: 1,
    number,
    asked_at: ASKED_AT,
    question,
    answered_by: 'model',
    fallback: null,
    understood: null,
    parts,
    is_cut: false,
    tool_calls: [],
    proposals: [],
    closest: [],
    ...own,
  } satisfies AssistantAnswer
}

/** A model's answers: with the desk's figures, in the grammar's place, and where a change is proposed. */
export const ANSWERS: readonly AssistantAnswer[] = [
  answer(
    1,
    'How is the streaming study doing?',
    [
      {
        kind: 'prose',
        pieces: [
          { kind: 'name', text: 'Streaming habits wave 7', link: '/projects/1' },
          { kind: 'text', text: ' has ' },
          { kind: 'figure', figure: figure('f1', 'Completes', 1_204, 'integer') },
          { kind: 'text', text: ' completes at an IR of ' },
          { kind: 'figure', figure: figure('f2', 'IR', 0.412, 'percent') },
          { kind: 'text', text: ', which is […] more than was stated.' },
        ],
      },
    ],
    { model: MODEL, is_cut: true },
  ),
  answer(
    2,
    'What needs attention?',
    [{ kind: 'text', text: 'Nothing needs attention: no alert is open, and no project is auto-paused.' }],
    {
      answered_by: 'grammar',
      model: MODEL,
      fallback: 'too_slow',
      understood: 'What needs attention',
    },
  ),
  answer(
    3,
    'alert me when the IR falls',
    [{ kind: 'text', text: 'Nothing has changed yet: look at the proposal, and confirm it on its screen.' }],
    {
      answered_by: 'grammar',
      understood: 'A new alert of the account',
      proposals: [
        {
          kind: 'alert_rule',
          title: 'Alert me: IR fell',
          scope: { scope: 'account', id: null, name: 'Acme Research' },
          link: '/alerts',
          change: {},
          version: null,
          idempotency_key: 'assistant-1',
        },
      ],
    },
  ),
]

export const CONVERSATION = {
  conversation_id: 1,
  title: ANSWERS[0]?.question ?? '',
  messages: ANSWERS.length,
  began_at: ASKED_AT,
  last_at: ASKED_AT,
}

export const SENT: SentToModel = {
  model: MODEL,
  service: SERVICE,
  tokens: 812,
  messages: [
    { role: 'user', text: 'How is the streaming study doing?' },
    { role: 'tool', text: '<desk_data tool="read_figures">{"result":"r1","parts":[…]}</desk_data>' },
  ],
}

/** The desk's statement about itself where a model is configured. */
export const BY_MODEL = {
  answers_by: 'model',
  model: MODEL,
  service: SERVICE,
  sent: ['Your question, and up to six questions before it in the conversation.'],
  budget: { tokens_a_month: 5_000_000, tokens_used: 12_345, questions_a_minute: 20 },
}
