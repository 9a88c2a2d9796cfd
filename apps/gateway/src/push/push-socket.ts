import type { ClientToServer, ServerToClient } from '@desk/schema/push/frames'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

export type PushServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, Record<string, never>>
export type PushSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, Record<string, never>>
