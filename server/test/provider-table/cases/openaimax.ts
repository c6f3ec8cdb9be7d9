export { reseller as cases } from '../resellers.ts'
