# A nonogram in black and white, for glpsol and the data of the format glpk. There is a binary
# variable for each place of each block; a cell is filled if a chosen place of a block of its row
# covers it, and likewise in its column.
#
# avoiding = 1 asks for a solution that differs from the picture avoid.

param m, integer, >= 1; # rows
param n, integer, >= 1; # columns
param row{1..m, 1..n}, default 0;
param col{1..n, 1..m}, default 0;
param avoiding, default 0;
param avoid{1..m, 1..n}, default 0;

set row_blocks{i in 1..m} := {b in 1..n: row[i, b] > 0};
set col_blocks{j in 1..n} := {b in 1..m: col[j, b] > 0};

var filled{1..m, 1..n}, binary;
var row_start{i in 1..m, b in row_blocks[i], p in 1..n - row[i, b] + 1}, binary;
var col_start{j in 1..n, b in col_blocks[j], p in 1..m - col[j, b] + 1}, binary;

s.t. row_place{i in 1..m, b in row_blocks[i]}:
    sum{p in 1..n - row[i, b] + 1} row_start[i, b, p] = 1;
s.t. col_place{j in 1..n, b in col_blocks[j]}:
    sum{p in 1..m - col[j, b] + 1} col_start[j, b, p] = 1;

# A block that begins at p or before leaves a gap behind the block before it.
s.t. row_order{i in 1..m, b in row_blocks[i], p in 1..n - row[i, b] + 1: b > 1}:
    sum{q in 1..p} row_start[i, b, q] <=
    sum{q in 1..min(p - row[i, b - 1] - 1, n - row[i, b - 1] + 1)} row_start[i, b - 1, q];
s.t. col_order{j in 1..n, b in col_blocks[j], p in 1..m - col[j, b] + 1: b > 1}:
    sum{q in 1..p} col_start[j, b, q] <=
    sum{q in 1..min(p - col[j, b - 1] - 1, m - col[j, b - 1] + 1)} col_start[j, b - 1, q];

s.t. row_cells{i in 1..m, j in 1..n}: filled[i, j] =
    sum{b in row_blocks[i], p in 1..n - row[i, b] + 1: p <= j and j < p + row[i, b]}
        row_start[i, b, p];
s.t. col_cells{i in 1..m, j in 1..n}: filled[i, j] =
    sum{b in col_blocks[j], p in 1..m - col[j, b] + 1: p <= i and i < p + col[j, b]}
        col_start[j, b, p];

s.t. another{a in 1..avoiding}:
    sum{i in 1..m, j in 1..n} (if avoid[i, j] then 1 - filled[i, j] else filled[i, j]) >= 1;

solve;

for {i in 1..m} {
    printf{j in 1..n} "%s", if filled[i, j] > 0.5 then "#" else ".";
    printf "\n";
}

end;
