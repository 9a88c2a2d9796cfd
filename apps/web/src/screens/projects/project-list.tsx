/** The project list (§2.10). */
export function ProjectListScreen() {
  return <h1>Projects</h1>
}
