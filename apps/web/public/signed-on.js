// Tells the tab that waits for this sign-on, by the channel of src/runtime/tabs.ts, and leaves.
if ('BroadcastChannel' in window) new BroadcastChannel('desk.tabs').postMessage({ kind: 'signedOn' })
window.close()
