import { createMemoryHistory, createRootRoute, createRoute, createRouter, type AnyRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { addTwins } from './twin-routes.ts'

const Page = () => null

/** A router as the generator makes one: ids and paths are set by update. */
function openRouter() {
  const root = createRootRoute()
  const desk = createRoute({ getParentRoute: () => root, id: '_desk' })
  const routes = ['/projects/', '/projects/new', '/projects/$projectUID/edit', '/manage/project/$'].map(path =>
    createRoute({ getParentRoute: () => desk, path, component: Page }),
  )
  root.addChildren([desk.addChildren(routes)])
  addTwins(desk)
  return createRouter({ routeTree: root, history: createMemoryHistory() })
}

test('a page of a project opens by either of its paths, with the ids of the path; what has no page there is the splat’s (§2.11, §2.17)', () => {
  const router = openRouter()
  const opened = (path: string) => {
    const match = router.matchRoutes(path).at(-1)
    const route = Object.values(router.routesById).find(({ id }) => id === match?.routeId)
    return [match?.fullPath, match?.params, route?.options.component === Page]
  }
  expect(
    ['/projects/7/edit', '/manage/project/7/edit', '/manage/project/new', '/manage/project/7'].map(opened),
  ).toEqual([
    ['/projects/$projectUID/edit', { projectUID: '7' }, true],
    ['/manage/project/$projectUID/edit', { projectUID: '7' }, true],
    ['/manage/project/new', {}, true],
    ['/manage/project/$', { _splat: '7', '*': '7' }, true],
  ])
})

test('a second path has the options of the first: the same guard, component and loader (§2.17)', () => {
  const root = createRootRoute()
  const desk = createRoute({ getParentRoute: () => root, id: '_desk' })
  const given = ['/projects/new', '/projects/$projectUID/edit'].map(path => ({
    path,
    component: () => path,
    beforeLoad: () => {},
    validateSearch: () => ({}),
  }))
  root.addChildren([desk.addChildren(given.map(each => createRoute({ ...each, getParentRoute: () => desk })))])
  addTwins(desk)
  const children: readonly AnyRoute[] = Object.values(desk.children ?? {})
  // the library's types do not name the path
  const made = children.map(({ options }) => options as { readonly path?: string })
  expect(made.filter(({ path }) => path?.startsWith('/manage/project/'))).toMatchObject(
    given.map(each => ({ ...each, path: each.path.replace('/projects', '/manage/project') })),
  )
})
