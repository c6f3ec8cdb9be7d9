import { testMailAnswer, testMailRequest, testTurnstileRequest } from '../notification.ts'
import { route } from '../route.ts'

export const notificationRoutes = {
  'POST /api/user/notification/test': route({
    access: 'user',
    critical: true,
    summary: 'Sends a test notification to the destination that the caller set',
    errors: ['mail_failed', 'mail_not_configured', 'notification_failed', 'notification_nowhere'],
  }),
  'POST /api/option/test_turnstile': route({
    access: 'root',
    summary: 'Verifies a solved anti-bot check with the saved keys, before the check is switched on',
    body: testTurnstileRequest,
    errors: ['turnstile_required', 'turnstile_test_failed'],
  }),
  'POST /api/option/test_mail': route({
    access: 'root',
    summary: 'Sends a test mail with the saved options and returns the answer of the mail server',
    body: testMailRequest,
    data: testMailAnswer,
    errors: ['mail_failed', 'mail_not_configured', 'test_mail_failed'],
  }),
}
