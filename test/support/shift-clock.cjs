// Has a process believe that it is another time: by so many ms as TACKBOARD_TEST_CLOCK says.
const now = Date.now;
Date.now = () => now() + Number(process.env.TACKBOARD_TEST_CLOCK);
