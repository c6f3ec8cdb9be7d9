import { mountAbsentRoutes } from './absent-routes.ts'
import type { AdminApi } from './admin-api.ts'
import { mountAuditRoutes } from './audit/routes.ts'
import { mountChannelRoutes } from './channels/routes.ts'
import { mountCheckinRoutes } from './checkin/routes.ts'
import { mountDataRoutes } from './data/routes.ts'
import type { AdminDependencies } from './dependencies.ts'
import { mountDocsRoutes } from './docs/routes.ts'
import { mountDocsPageRoutes } from './docs-pages/routes.ts'
import { mountDrawingRoutes } from './drawings/routes.ts'
import { mountGroupRoutes } from './groups/routes.ts'
import { mountInvitationRoutes } from './invitations/routes.ts'
import { mountLogRoutes } from './logs/routes.ts'
import { mountMarginRoutes } from './margin/routes.ts'
import { mountModelRoutes } from './models/routes.ts'
import { mountNotificationRoutes } from './notifications/routes.ts'
import { mountOAuthRoutes } from './oauth/routes.ts'
import { mountOptionRoutes } from './options/routes.ts'
import { mountPrefillGroupRoutes } from './prefill-groups/routes.ts'
import { mountPriceSourceRoutes } from './price-sources/routes.ts'
import { mountPriceSheetRoutes } from './prices/routes.ts'
import { mountPricingRoutes } from './pricing/routes.ts'
import { mountRatioConfigRoutes } from './ratio-config/routes.ts'
import { mountRatioSyncRoutes } from './ratio-sync/routes.ts'
import { mountRedemptionRoutes } from './redemptions/routes.ts'
import { mountRegistrationRoutes } from './registration/routes.ts'
import { mountRightsRoutes } from './rights/routes.ts'
import { mountSecondFactorRoutes } from './second-factors/routes.ts'
import { mountSelfRoutes } from './self/routes.ts'
import { mountSessionRoutes } from './session/routes.ts'
import { mountSetupRoutes } from './setup/routes.ts'
import { mountStatusRoutes } from './status/routes.ts'
import { mountSystemRoutes } from './system/routes.ts'
import { mountTaskRoutes } from './tasks/routes.ts'
import { mountTokenRoutes } from './tokens/routes.ts'
import { mountTopupRoutes } from './topup/routes.ts'
import { mountUserRoutes } from './users/routes.ts'
import { mountVendorRoutes } from './vendors/routes.ts'

/** Every resource of the management API, one line each. Fixed paths of one resource come before its `/:id`. */
export const adminResources: readonly ((api: AdminApi, deps: AdminDependencies) => void)[] = [
  mountSetupRoutes,
  mountStatusRoutes,
  mountSessionRoutes,
  // Before those of /api/oauth/:provider.
  mountRegistrationRoutes,
  mountOAuthRoutes,
  mountSecondFactorRoutes,
  mountSelfRoutes,
  mountInvitationRoutes,
  mountCheckinRoutes,
  mountNotificationRoutes,
  mountOptionRoutes,
  mountChannelRoutes,
  mountGroupRoutes,
  mountLogRoutes,
  mountDrawingRoutes,
  mountTaskRoutes,
  mountDataRoutes,
  mountMarginRoutes,
  mountPriceSheetRoutes,
  mountModelRoutes,
  mountPricingRoutes,
  mountPriceSourceRoutes,
  mountVendorRoutes,
  mountPrefillGroupRoutes,
  mountRatioConfigRoutes,
  mountRatioSyncRoutes,
  mountTokenRoutes,
  mountRedemptionRoutes,
  mountTopupRoutes,
  mountRightsRoutes,
  mountAbsentRoutes,
  // After all fixed paths under /api/user.
  mountUserRoutes,
  mountAuditRoutes,
  mountSystemRoutes,
  mountDocsRoutes,
  mountDocsPageRoutes,
]
