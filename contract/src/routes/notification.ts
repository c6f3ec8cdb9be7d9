import { testMailAnswer, testMailRequest } from '../notification.ts'
import { route } from '../route.ts'

export const notificationRoutes = {
  'POST /api/user/notification/test': route({
    access: 'user',
    critical: true,
    summary: 'Sends a test notification to where notices of the caller go',
    errors: ['mail_failed', 'mail_not_configured', 'notification_failed', 'notification_nowhere'],
  }),
  'POST /api/option/test_mail': route({
    access: 'root',
    summary: 'Sends a test mail by the saved options, and answers what the mail server said',
    body: testMailRequest,
    data: testMailAnswer,
    errors: ['mail_failed', 'mail_not_configured', 'test_mail_failed'],
  }),
}
