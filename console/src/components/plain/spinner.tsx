import css from './plain.module.css'

/** A circle that turns, as large as the text around it. */
export const Spinner = () => <span className={css.spinner} aria-hidden />
