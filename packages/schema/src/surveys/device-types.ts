import { Schema } from 'effect'

/** The kinds of device that a survey can be open to, with their ids on the wire; status 1 means in use (§3.29). */
export const DEVICE_TYPES = [
  { id: 1, name: 'Desktop', status_id: 1 },
  { id: 2, name: 'Mobile', status_id: 1 },
  { id: 3, name: 'Tablet', status_id: 1 },
] as const

/** The id of a device type (§3.29). */
export const DeviceTypeId = Schema.Literals(DEVICE_TYPES.map(({ id }) => id))
export type DeviceTypeId = typeof DeviceTypeId.Type
