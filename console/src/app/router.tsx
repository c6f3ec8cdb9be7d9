import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { basePath } from '../lib/base-path.ts'
import { parseSearch, stringifySearch } from '../lib/search-text.ts'
import { useSessionUser } from '../lib/session.ts'
import type { AuditSearch } from '../pages/audit/audit-filters.ts'
import type { CatalogueSearch } from '../pages/catalogue/catalogue-search.ts'
import type { DryRunSearch } from '../pages/channel-live/dry-run-panel.tsx'
import type { ChannelsSearch } from '../pages/channels/use-channel-list.ts'
import type { ChatRedirectSearch } from '../pages/chat/chat-redirect-page.tsx'
import type { DashboardSearch } from '../pages/dashboard/dashboard-filters.ts'
import type { DrawingsSearch } from '../pages/drawings/drawing-filters.ts'
import type { LogsSearch } from '../pages/logs/log-filters.ts'
import type { MarginSearch } from '../pages/margin/margin-filters.ts'
import type { OrdersSearch } from '../pages/orders/order-filters.ts'
import type { PersonalSearch } from '../pages/personal-settings/personal-settings-page.tsx'
import type { PlaygroundSearch } from '../pages/playground/playground-page.tsx'
import type { PricesSearch } from '../pages/prices/prices-page.tsx'
import type { ModelPageSearch } from '../pages/pricing/model-page.tsx'
import type { PricingSearch } from '../pages/pricing/use-pricing-view.ts'
import type { RedemptionSearch } from '../pages/redemption/redemption-page.tsx'
import type { SettingsPageSearch } from '../pages/settings/settings-page.tsx'
import type { LoginSearch } from '../pages/sign-in/login/login-page.tsx'
import type { RegisterSearch } from '../pages/sign-in/register/register-page.tsx'
import type { ResetConfirmSearch } from '../pages/sign-in/reset/reset-confirm-page.tsx'
import type { TasksSearch } from '../pages/tasks/task-filters.ts'
import type { TokensSearch } from '../pages/tokens/tokens-page.tsx'
import type { TopupSearch } from '../pages/topup/history.tsx'
import type { AccountSearch } from '../pages/users/account/account-page.tsx'
import type { UsersSearch } from '../pages/users/users-page.tsx'
import {
  guardAdmin,
  guardLogin,
  guardPricing,
  guardSetting,
  guardSetup,
  guardUsers,
  redirectSignedIn,
} from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import {
  AboutPage,
  AgreementPage,
  DocsPage,
  GitHubPage,
  HomePage,
  LinuxDoPage,
  LoginPage,
  ModelPage,
  OidcPage,
  PricingPage,
  PrivacyPage,
  ReceiptPage,
  RegisterPage,
  ResetConfirmPage,
  ResetPage,
  StatusPage,
  TelegramPage,
} from './open-pages.tsx'
import { queryClient } from './query-client.ts'
import { ErrorPage, PageError } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { OpenFrame } from './shell/open-frame.tsx'
import { provideSettings } from './shell/palette/settings-source.ts'
import { BareFrame, PublicFrame, RootFrame } from './shell/shell.tsx'

/** The type of a page's query. The router keeps all of the query, and the page reads its part with useUrlState. */
const query = <S extends object>() => ({ validateSearch: (search: S & SearchSchemaInput): S => search })

/** The shell searches the settings without importing the page. */
const loadSettings = async (language: TextLanguage) =>
  (await import('../pages/settings/settings-list.ts')).loadSettingsList(language)

interface RouterContext {
  queryClient: QueryClient
  loadSettings: typeof loadSettings
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => guardSetup(context.queryClient, location.pathname),
  component: () => (
    <RootFrame>
      <Outlet />
    </RootFrame>
  ),
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})
const loadConsoleFrame = () => import('./shell/console-frame.tsx')
const ConsoleFrame = lazyPage(loadConsoleFrame, 'ConsoleFrame')
/** Loads what surrounds the pages of accounts. */
export const preloadFrame = ConsoleFrame.preload

const publicRoute = createRoute({
  id: 'public',
  getParentRoute: () => rootRoute,
  component: () => (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  ),
})
const consoleRoute = createRoute({
  id: 'console',
  getParentRoute: () => rootRoute,
  beforeLoad: guardLogin,
  component: ConsoleFrame,
})
/** Public pages are shown as part of the console to signed-in users. */
const openRoute = createRoute({ id: 'open', getParentRoute: () => rootRoute, component: OpenOrConsole })
const toolRoute = createRoute({
  id: 'tool',
  getParentRoute: () => rootRoute,
  beforeLoad: guardLogin,
  component: lazyPage(loadConsoleFrame, 'ToolFrame'),
})
const bareRoute = createRoute({
  id: 'bare',
  getParentRoute: () => rootRoute,
  component: () => (
    <BareFrame>
      <Outlet />
    </BareFrame>
  ),
})
const inTool = { getParentRoute: () => toolRoute }
const inBare = { getParentRoute: () => bareRoute }
const inOpen = { getParentRoute: () => openRoute }
const inPublic = { getParentRoute: () => publicRoute }
const inConsole = { getParentRoute: () => consoleRoute }

// biome-ignore format: one line a page.
const publicPages = [
  createRoute({ ...inPublic, path: '/', component: HomePage }),
  createRoute({ ...inPublic, ...query<LoginSearch>(), path: '/login', beforeLoad: redirectSignedIn, component: LoginPage }),
  createRoute({ ...inPublic, ...query<RegisterSearch>(), path: '/register', beforeLoad: redirectSignedIn, component: RegisterPage }),
  createRoute({ ...inPublic, path: '/reset', component: ResetPage }),
  createRoute({ ...inPublic, ...query<ResetConfirmSearch>(), path: '/user/reset', component: ResetConfirmPage }),
  createRoute({ ...inPublic, path: '/oauth/github', component: GitHubPage }),
  createRoute({ ...inPublic, path: '/oauth/oidc', component: OidcPage }),
  createRoute({ ...inPublic, path: '/oauth/linuxdo', component: LinuxDoPage }),
  createRoute({ ...inPublic, path: '/oauth/telegram', component: TelegramPage }),
  createRoute({ ...inPublic, path: '/setup', component: lazyPage(() => import('../pages/setup/setup-page.tsx'), 'SetupPage') }),
] as const

// biome-ignore format: one line a page.
const openPages = [
  createRoute({ ...inOpen, ...query<PricingSearch>(), path: '/pricing', beforeLoad: guardPricing, component: PricingPage }),
  createRoute({ ...inOpen, ...query<ModelPageSearch>(), path: '/models/$model/$', beforeLoad: guardPricing, component: ModelPage }),
  createRoute({ ...inOpen, path: '/receipt/$link', component: ReceiptPage }),
  createRoute({ ...inOpen, path: '/status', component: StatusPage }),
  createRoute({ ...inOpen, path: '/docs/{-$slug}', component: DocsPage }),
  createRoute({ ...inOpen, path: '/about', component: AboutPage }),
  createRoute({ ...inOpen, path: '/user-agreement', component: AgreementPage }),
  createRoute({ ...inOpen, path: '/privacy-policy', component: PrivacyPage }),
] as const

// biome-ignore format: one line a page.
const toolPages = [
  createRoute({ ...inTool, ...query<PlaygroundSearch>(), path: '/playground333', component: lazyPage(() => import('../pages/playground/playground-page.tsx'), 'PlaygroundPage') }),
  createRoute({ ...inTool, ...query<PlaygroundSearch>(), path: '/playground', beforeLoad: ({ search }) => { throw redirect({ to: '/playground333', search, replace: true }) } }),
] as const

// biome-ignore format: one line a page.
const barePages = [
  createRoute({ ...inBare, path: '/chat/{-$id}', component: lazyPage(() => import('../pages/chat/chat-page.tsx'), 'ChatPage') }),
  createRoute({ ...inBare, ...query<ChatRedirectSearch>(), path: '/chat2link', beforeLoad: guardLogin, component: lazyPage(() => import('../pages/chat/chat-redirect-page.tsx'), 'ChatRedirectPage') }),
] as const

/** One page under three addresses: the drawer over the list is part of the address. */
const channelRoute = createRoute({
  ...inConsole,
  ...query<ChannelsSearch>(),
  path: '/channel',
  beforeLoad: guardAdmin,
  component: lazyPage(() => import('../pages/channels/channels-page.tsx'), 'ChannelsPage'),
})
const inChannel = { getParentRoute: () => channelRoute }
// Created here: a route created inside the call of addChildren loses its type, and links to it are not checked.
const channelDrawers = [
  createRoute({ ...inChannel, path: 'add' }),
  createRoute({ ...inChannel, path: 'edit/$id' }),
] as const
const userRoute = createRoute({
  ...inConsole,
  ...query<UsersSearch>(),
  path: '/user',
  beforeLoad: guardUsers,
  component: lazyPage(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
})
const inUser = { getParentRoute: () => userRoute }
const userDrawers = [
  createRoute({ ...inUser, path: 'add' }),
  createRoute({ ...inUser, path: 'edit' }),
  createRoute({ ...inUser, path: 'edit/$id' }),
] as const

// biome-ignore format: one line a page.
const consolePages = [
  createRoute({ ...inConsole, ...query<DashboardSearch>(), path: '/detail', component: lazyPage(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage') }),
  createRoute({ ...inConsole, ...query<TokensSearch>(), path: '/token', component: lazyPage(() => import('../pages/tokens/tokens-page.tsx'), 'TokensPage') }),
  createRoute({ ...inConsole, ...query<LogsSearch>(), path: '/log', component: lazyPage(() => import('../pages/logs/logs-page.tsx'), 'LogsPage') }),
  createRoute({ ...inConsole, ...query<DrawingsSearch>(), path: '/midjourney', component: lazyPage(() => import('../pages/drawings/drawings-page.tsx'), 'DrawingsPage') }),
  createRoute({ ...inConsole, ...query<TasksSearch>(), path: '/task', component: lazyPage(() => import('../pages/tasks/tasks-page.tsx'), 'TasksPage') }),
  createRoute({ ...inConsole, ...query<TopupSearch>(), path: '/topup', component: lazyPage(() => import('../pages/topup/topup-page.tsx'), 'TopupPage') }),
  createRoute({ ...inConsole, ...query<PersonalSearch>(), path: '/personal', component: lazyPage(() => import('../pages/personal-settings/personal-settings-page.tsx'), 'PersonalSettingsPage') }),
  createRoute({ ...inConsole, ...query<SettingsPageSearch>(), path: '/setting', beforeLoad: guardSetting, component: lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage') }),
  channelRoute.addChildren(channelDrawers),
  createRoute({ ...inConsole, ...query<DryRunSearch>(), path: '/channel-live', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/channel-live/channel-live-page.tsx'), 'ChannelLivePage') }),
  createRoute({ ...inConsole, ...query<CatalogueSearch>(), path: '/models', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/catalogue/catalogue-page.tsx'), 'CataloguePage') }),
  createRoute({ ...inConsole, ...query<PricesSearch>(), path: '/console/prices', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/prices/prices-page.tsx'), 'PricesPage') }),
  createRoute({ ...inConsole, ...query<RedemptionSearch>(), path: '/redemption', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/redemption/redemption-page.tsx'), 'RedemptionPage') }),
  createRoute({ ...inConsole, ...query<OrdersSearch>(), path: '/orders', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage') }),
  createRoute({ ...inConsole, ...query<MarginSearch>(), path: '/margin', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/margin/margin-page.tsx'), 'MarginPage') }),
  createRoute({ ...inConsole, path: '/announce', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/announce/announce-page.tsx'), 'AnnouncePage') }),
  createRoute({ ...inConsole, ...query<AuditSearch>(), path: '/audit', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/audit/audit-page.tsx'), 'AuditPage') }),
  createRoute({ ...inConsole, path: '/console/system', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/system/system-page.tsx'), 'SystemPage') }),
  userRoute.addChildren(userDrawers),
  createRoute({ ...inConsole, ...query<AccountSearch>(), path: '/user/$id', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/users/account/account-page.tsx'), 'AccountPage') }),
] as const

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    publicRoute.addChildren(publicPages),
    openRoute.addChildren(openPages),
    consoleRoute.addChildren(consolePages),
    toolRoute.addChildren(toolPages),
    bareRoute.addChildren(barePages),
  ]),
  context: { queryClient, loadSettings },
  basepath: basePath || '/',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
})

function OpenOrConsole() {
  if (useSessionUser() !== null) return <ConsoleFrame />
  return (
    <OpenFrame>
      <Outlet />
    </OpenFrame>
  )
}

provideSettings(loadSettings)

/** Starts to load the code of the page at the address, before the guards decide whether it may be shown. */
export function preloadPage(): void {
  const routes: Record<string, AnyRoute> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const { component } = routes[routeId]?.options ?? {}
    // A failure shows when the page is opened.
    if (component && 'preload' in component) void component.preload?.()
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
