import type { MachineState } from '@desk/machines/runtime/step'

/** The name of a state as titles write it: 'collapsed.byUser'. */
export const stateTitle = ({ value }: Pick<MachineState, 'value'>): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([key, inner]) => (inner === undefined ? key : `${key}.${stateTitle({ value: inner })}`))
        .join(' + ')
