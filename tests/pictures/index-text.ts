import type { Screen } from './screens.ts'

/** docs/pictures/README.md: every screen with its routes and its picture. */
export function indexText(screens: readonly Screen[]): string {
  const rows = screens.map(
    ({ name, title, routes }) =>
      `| ${title} | ${routes.map(route => `\`${route}\``).join('<br>')} | [${name}](screens/${name}.jpg) |`,
  )
  return `# Every screen

Each picture shows a screen at 1440, 1024 and 390 px, light and dark, with the demo's data. \`pnpm pictures\` takes them anew and fails where a screen has an axe finding,
scrolls sideways or leaves an error in the console; \`.tmp/pictures\` then has each look by itself, at full size. \`tests/pictures/screens.ts\` is the list.

| Screen | Route | Picture |
|---|---|---|
${rows.join('\n')}
`
}
