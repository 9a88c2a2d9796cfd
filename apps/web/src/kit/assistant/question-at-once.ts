let waiting: string | null = null

/** Names a question that the assistant asks as its page opens. A link only fills the field: its user presses Ask. */
export const askAtOnce = (question: string): void => void (waiting = question)

/** Whether the user has asked this question already, outside the page; says so once. */
export function takeQuestionAtOnce(question: string): boolean {
  const isIt = waiting === question
  waiting = null
  return isIt
}
