/** The background of a cell of a map: the darker, the larger the share (0…1). */
export const shade = (share: number): { readonly background: string } => ({
  background: `color-mix(in srgb, var(--chart-live) ${Math.round(share * 100)}%, var(--subtle))`,
})
