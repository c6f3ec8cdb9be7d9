import type { SystemStatus } from '@sluice/contract/status'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../components/markdown.tsx'
import { Link } from '../../lib/page-router.tsx'
import css from './home.module.css'

/** The operator's questions and answers, and who answers further ones. */
export function Questions({ status, refundRule }: { status: SystemStatus; refundRule: string }) {
  const { t } = useTranslation('home')
  const { faq = [], contact_email: mail } = status
  const hasLinks = mail !== '' || status.has_about || status.user_agreement_enabled || status.privacy_policy_enabled
  if (faq.length === 0 && refundRule === '' && !hasLinks) return null
  return (
    <section className={css.block}>
      {faq.length > 0 && <h2>{t('questions')}</h2>}
      {faq.map(({ question, answer }) => (
        <details key={question} className={css.question}>
          <summary>{question}</summary>
          <Markdown text={answer} />
        </details>
      ))}
      {refundRule !== '' && (
        <p className={css.question}>
          <strong>{t('contact.refunds')}</strong> {refundRule}
        </p>
      )}
      {hasLinks && (
        <nav className={css.links} aria-label={t('contact.title')}>
          {mail !== '' && (
            <a href={`mailto:${mail}`}>
              {t('contact.mail')} {mail}
            </a>
          )}
          {status.has_about && <Link to="/about">{t('contact.about')}</Link>}
          {status.user_agreement_enabled && <Link to="/user-agreement">{t('contact.agreement')}</Link>}
          {status.privacy_policy_enabled && <Link to="/privacy-policy">{t('contact.privacy')}</Link>}
        </nav>
      )}
    </section>
  )
}
