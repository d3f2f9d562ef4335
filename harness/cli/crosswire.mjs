#!/usr/bin/env node
// The command `crosswire`: in a checkout its packages and its build come first, then the command line itself.
import { isCheckout, setUpOrExit } from './set-up.mjs'

if (isCheckout()) setUpOrExit()
await import('../../dist/harness/cli/main.js')
