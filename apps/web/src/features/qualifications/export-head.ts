/** The head of an export of options, which an import reads again. */
export const EXPORT_HEAD = ['Precode', 'Option name', 'English name'] as const
