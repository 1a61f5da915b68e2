const made = () => new Error("react-stack-top-frame");
globalThis.stack = made();
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbInNyYy9QYW5lbC5qc3giXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IjtBQXVDQSJ9
