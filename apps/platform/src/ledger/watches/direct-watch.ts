import type { DirectRead } from '#identity/direct-reads/direct-call'
import { openTo } from '#kernel/http/contract-handlers'
import { OF_A_STUDY, verdictOn, watchedOf } from './watched.ts'
import { readWatched } from './watches.store.ts'

const PATH = '/v1/watches'

/** Whether a topic may be watched, ahead of the contract and read each time: reconnecting viewers all ask the same at once. */
export const directWatch: DirectRead = (path, query) => {
  if (path !== PATH || query.size !== 1) return null
  const topic = query.get('topic')
  const watched = topic === null ? undefined : watchedOf(topic)
  if (topic === null || !watched) return null
  return {
    openTo: watched.scope === 'account' ? openTo('watches', 'may') : OF_A_STUDY,
    versions: accountId => readWatched(accountId, watched),
    // a DEFENDER account follows the one that it defends, which the contract knows
    body: caller =>
      Promise.resolve(caller.defends === undefined ? Buffer.from(JSON.stringify(verdictOn(topic, caller))) : null),
  }
}
