import type { AnyRoute, ItemOf } from './route.ts'
import { auditRoutes } from './routes/audit.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { channelRoutes } from './routes/channel.ts'
import { channelBatchRoutes } from './routes/channel-batch.ts'
import { channelUpkeepRoutes } from './routes/channel-upkeep.ts'
import { checkinRoutes } from './routes/checkin.ts'
import { dataRoutes } from './routes/data.ts'
import { docsRoutes } from './routes/docs.ts'
import { docsPageRoutes } from './routes/docs-page.ts'
import { drawingRoutes } from './routes/drawing.ts'
import { groupRoutes } from './routes/group.ts'
import { invitationRoutes } from './routes/invitation.ts'
import { logRoutes } from './routes/log.ts'
import { marginRoutes } from './routes/margin.ts'
import { modelRoutes } from './routes/model.ts'
import { notificationRoutes } from './routes/notification.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { optionRoutes } from './routes/option.ts'
import { priceSheetRoutes } from './routes/price-sheet.ts'
import { priceSourceRoutes } from './routes/price-source.ts'
import { pricingRoutes } from './routes/pricing.ts'
import { ratioConfigRoutes } from './routes/ratio-config.ts'
import { ratioSyncRoutes } from './routes/ratio-sync.ts'
import { redemptionRoutes } from './routes/redemption.ts'
import { registrationRoutes } from './routes/registration.ts'
import { rightsRoutes } from './routes/rights.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { selfRoutes } from './routes/self.ts'
import { sessionRoutes } from './routes/session.ts'
import { setupRoutes } from './routes/setup.ts'
import { statusRoutes } from './routes/status.ts'
import { systemRoutes } from './routes/system.ts'
import { taskRoutes } from './routes/task.ts'
import { tokenRoutes } from './routes/token.ts'
import { topupRoutes } from './routes/topup.ts'
import { userRoutes } from './routes/user.ts'

/** Every route of the management API, once. The server mounts only these. */
export const routes = {
  ...setupRoutes,
  ...statusRoutes,
  ...docsRoutes,
  ...docsPageRoutes,
  ...sessionRoutes,
  ...oauthRoutes,
  ...registrationRoutes,
  ...selfRoutes,
  ...invitationRoutes,
  ...checkinRoutes,
  ...secondFactorRoutes,
  ...userRoutes,
  ...optionRoutes,
  ...ratioConfigRoutes,
  ...ratioSyncRoutes,
  ...groupRoutes,
  ...auditRoutes,
  ...rightsRoutes,
  ...systemRoutes,
  ...channelRoutes,
  ...channelBatchRoutes,
  ...channelUpkeepRoutes,
  ...tokenRoutes,
  ...redemptionRoutes,
  ...topupRoutes,
  ...drawingRoutes,
  ...taskRoutes,
  ...logRoutes,
  ...notificationRoutes,
  ...dataRoutes,
  ...marginRoutes,
  ...priceSheetRoutes,
  ...modelRoutes,
  ...catalogueRoutes,
  ...pricingRoutes,
  ...priceSourceRoutes,
} as const satisfies Record<`${Method} /api/${string}`, AnyRoute>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Routes = typeof routes
export type RouteKey = keyof Routes

/** The routes that return a list. */
export type ListKey = { [K in RouteKey]: [ItemOf<Routes[K]>] extends [never] ? never : K }[RouteKey]

/**
 * Whether another route has the same address but for a trailing slash. Only then the slash counts: for all other routes
 * both spellings are one address.
 */
export const slashCounts = (key: RouteKey): boolean => isRouteKey(key.endsWith('/') ? key.slice(0, -1) : `${key}/`)

export const isRouteKey = (key: string): key is RouteKey => Object.hasOwn(routes, key)

export const routeEntry = (key: RouteKey): AnyRoute => routes[key]
