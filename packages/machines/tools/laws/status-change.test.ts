import { expect, test } from 'vitest'
import { SAMPLED } from '../samples/sampled.ts'
import type { StatusChangeEvent } from '../../src/status-change/status-change.events.ts'
import { choices, holds, walk } from './walks.ts'

test('law 5: a status change is sent once per confirmation; a rejected confirmation sends nothing (§4.3)', () => {
  holds('law 5', choices(80), by => {
    let isAsking = false
    for (const { event, before, snapshot, commands } of walk(SAMPLED['status-change'], by)) {
      const told = event as StatusChangeEvent // The walk's events are the machine's own samples.
      if (snapshot.matches('confirming') && !before.matches('confirming')) isAsking = true
      const confirms = told.type === 'status.confirmed' && before.matches('confirming')
      const change = before.context.change
      expect(commands).toEqual(
        confirms && change !== null
          ? [
              {
                type: 'patchStatus',
                params: {
                  commandId: told.commandId,
                  scope: change.scope,
                  id: change.id,
                  to: change.to,
                  version: change.version,
                  note: before.context.note.trim(),
                },
              },
            ]
          : [],
      )
      // Once sent, or rejected, nothing more is sent before the dialog has been opened again.
      expect(commands.length === 0 || isAsking).toBe(true)
      if (commands.length > 0 || told.type === 'status.confirmationRejected') isAsking = false
      const isRejected = told.type === 'status.confirmationRejected' && before.matches('confirming')
      expect(isRejected ? snapshot.context.change : null).toBe(null)
    }
  })
})
