'use client';

import { useEffect } from 'react';

/** Says that links of the page are the router's from now on. */
export function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return null;
}
