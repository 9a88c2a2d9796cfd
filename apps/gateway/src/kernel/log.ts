import { pino, type Logger } from 'pino'

/** JSON lines on standard output; fields that could hold a token are left out (S4). */
export function makeLog(level: string): Logger {
  return pino({
    name: 'gateway',
    level,
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        '*.*.authorization',
        'cookie',
        '*.cookie',
        '*.*.cookie',
        'token',
        '*.token',
        '*.*.token',
      ],
      censor: '(hidden)',
    },
  })
}
