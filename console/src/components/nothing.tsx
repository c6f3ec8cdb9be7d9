import texts from './text.module.css'

/** In place of a value that does not exist. */
export const Nothing = () => <span className={texts.faint}>–</span>
