// SPDX-License-Identifier: MIT OR Apache-2.0

// A worker that makes one review. It posts each status as a message.

import init, { review } from "./katachi.js";

onmessage = async ({ data }) => {
  await init();
  review(data);
};
